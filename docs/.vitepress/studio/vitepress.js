// Replaces the function that the player imports from VitePress, because the studio does not contain VitePress.
export const withBase = (path) => path
