// What the player takes from VitePress, where there is none.
export const withBase = (path) => path
