// Wraps every picture of a page in the component Picture, so that it can be enlarged.
export function pictures(md) {
  const image = md.renderer.rules.image
  md.renderer.rules.image = (...args) => `<Picture>${image(...args)}</Picture>`
}
