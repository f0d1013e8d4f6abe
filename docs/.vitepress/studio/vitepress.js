// Replaces what the player imports from VitePress, which the studio does not have.
export const withBase = (path) => path
