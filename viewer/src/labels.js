// Short names of runs: what of their folders tells them apart.

const partsOf = (path) => path.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");

// The last `count` parts of a path, the whole of a shorter one.
const ending = (parts, count) => parts.slice(Math.max(0, parts.length - count)).join("/");

// How many parts at the end all paths share, one of each being left.
function sharedEnd(lists) {
  const most = Math.min(...lists.map((list) => list.length)) - 1;
  let shared = 0;
  while (shared < most && lists.every((list) =>
    list[list.length - 1 - shared] === lists[0][lists[0].length - 1 - shared])) shared++;
  return shared;
}

const distinct = (names) => new Set(names).size === names.length;

// One label per path, all different: the last folder that differs, with those before it where that does not do; equal
// paths are numbered. A single path gives its last folder.
export function labelsOf(paths) {
  const lists = paths.map((path) => partsOf(path));
  if (lists.length === 0) return [];
  const shared = lists.length > 1 ? sharedEnd(lists) : 0;
  const heads = lists.map((list) => list.slice(0, list.length - shared));
  const most = Math.max(...heads.map((list) => list.length));
  for (let count = 1; count <= most; count++) {
    const names = heads.map((list, k) => ending(list, count) || paths[k]);
    if (distinct(names)) return names;
  }
  const names = lists.map((list, k) => ending(list, 1) || paths[k]);
  return names.length === 1 ? names : names.map((name, k) => `${name} (${k + 1})`);
}
