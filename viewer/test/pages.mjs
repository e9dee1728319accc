// Looks at the pages of runs in a real browser.   node pages.mjs PATH-OF-ABUT SOURCE-DIR
// Every example gets its page: it opens quickly and alone, draws, plays, and nothing in it overlaps. The page of one
// bearing is then used as a reader would, and the runs that went wrong must say so.
import "./examples.mjs";
import "./bearing.mjs";
import "./cases.mjs";
