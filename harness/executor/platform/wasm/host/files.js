// The WASI calls for reading files. The only folder is /; `files(name)` returns the bytes of a file in
// this folder, or undefined.
const kBadDescriptor = 8, kNoEntry = 44, kFolder = 3, kFile = 4, kRoot = 3;

// `memory()` and `view()` return the instance's memory as bytes and as a DataView.
export function readOnlyFiles(files, memory, view) {
  const open = new Map(), text = new TextDecoder();
  const named = (at, bytes) => text.decode(memory().subarray(at, at + bytes)).split('/').filter(part => part && part !== '.').join('/');
  const about = (at, type, size) => {
    memory().fill(0, at, at + 64);
    view().setUint8(at + 16, type);
    view().setBigUint64(at + 32, BigInt(size), true);
    return 0;
  };
  const of = descriptor => open.get(descriptor);
  return {
    fd_prestat_get(descriptor, at) {
      if (descriptor !== kRoot) return kBadDescriptor;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
      return 0;
    },
    fd_prestat_dir_name(descriptor, at) {
      memory()[at] = '/'.charCodeAt(0);
      return 0;
    },
    path_open(folder, _, name, bytes, how, rights, inherited, flags, descriptor) {
      const content = how === 0 ? files(named(name, bytes)) : undefined;
      if (!content) return kNoEntry;
      let number = kRoot + 1;
      while (open.has(number)) ++number;
      open.set(number, { content, at: 0 });
      view().setUint32(descriptor, number, true);
      return 0;
    },
    path_filestat_get(folder, _, name, bytes, at) {
      const content = files(named(name, bytes));
      return content ? about(at, kFile, content.length) : kNoEntry;
    },
    fd_filestat_get: (descriptor, at) => of(descriptor) ? about(at, kFile, of(descriptor).content.length) : kBadDescriptor,
    fd_fdstat_get(descriptor, at) {
      if (descriptor > kRoot && !of(descriptor)) return kBadDescriptor;
      memory().fill(0, at, at + 24);
      view().setUint8(at, descriptor === kRoot ? kFolder : descriptor > kRoot ? kFile : 2);  // 2: a character device
      view().setBigUint64(at + 8, 0xffffffffn, true);
      view().setBigUint64(at + 16, 0xffffffffn, true);
      return 0;
    },
    fd_read(descriptor, pieces, count, read) {
      const file = of(descriptor);
      if (!file) return kBadDescriptor;
      let sum = 0;
      for (let i = 0; i < count; ++i) {
        const to = view().getUint32(pieces + 8 * i, true), room = view().getUint32(pieces + 8 * i + 4, true);
        const some = file.content.subarray(file.at, file.at + room);
        memory().set(some, to);
        file.at += some.length;
        sum += some.length;
      }
      view().setUint32(read, sum, true);
      return 0;
    },
    fd_seek(descriptor, by, from, at) {
      const file = of(descriptor);
      if (!file) return kBadDescriptor;
      file.at = Number(by) + [0, file.at, file.content.length][from];
      view().setBigUint64(at, BigInt(file.at), true);
      return 0;
    },
    fd_close: descriptor => open.delete(descriptor) ? 0 : kBadDescriptor,
  };
}
