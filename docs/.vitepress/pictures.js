// Every picture of a page can be enlarged: it stands in the component Picture.
export function pictures(md) {
  const image = md.renderer.rules.image
  md.renderer.rules.image = (...args) => `<Picture>${image(...args)}</Picture>`
}
