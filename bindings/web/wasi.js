/* The program in WebAssembly: run(module, words) -> {status, out, err}. Of WASI only what a program needs that gets words and prints: every run starts anew. */
export function run(module, words) {
    const text = new TextEncoder(), said = {1: [], 2: []};
    const args = words.map((word) => text.encode(word + "\0"));
    let memory;
    const view = () => new DataView(memory.buffer);
    const ok = () => 0, bad = () => 8; // EBADF
    const wasi = {
        args_sizes_get(count, bytes) {
            view().setUint32(count, args.length, true);
            view().setUint32(bytes, args.reduce((sum, a) => sum + a.length, 0), true);
            return 0;
        },
        args_get(pointers, at) {
            args.forEach((a, i) => {
                view().setUint32(pointers + 4 * i, at, true);
                new Uint8Array(memory.buffer).set(a, at);
                at += a.length;
            });
            return 0;
        },
        fd_write(fd, parts, count, written) {
            let total = 0;
            for (let i = 0; i < count; i++) {
                const at = view().getUint32(parts + 8 * i, true), length = view().getUint32(parts + 8 * i + 4, true);
                said[fd === 1 ? 1 : 2].push(new Uint8Array(memory.buffer.slice(at, at + length)));
                total += length;
            }
            view().setUint32(written, total, true);
            return 0;
        },
        fd_fdstat_get(fd, at) {
            if (fd > 2) return 8;
            new Uint8Array(memory.buffer).fill(0, at, at + 24);
            view().setUint8(at, 2); // a terminal
            return 0;
        },
        proc_exit(status) {
            throw {status};
        },
        environ_sizes_get(count, bytes) {
            view().setUint32(count, 0, true);
            view().setUint32(bytes, 0, true);
            return 0;
        },
        environ_get: ok, fd_close: ok,
    };
    // files: there are none
    const imports = {};
    for (const {module: from, name} of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = wasi[name] ?? bad;
    const instance = new WebAssembly.Instance(module, imports);
    memory = instance.exports.memory;
    let status = 0;
    try {
        instance.exports._start();
    } catch (e) {
        if (typeof e.status !== "number") throw e;
        status = e.status;
    }
    const join = (parts) => parts.map((p) => new TextDecoder().decode(p)).join("");
    return {status, out: join(said[1]), err: join(said[2])};
}
