// A Vite plugin that publishes files that are not pages: [["traces/reduce-v1_n-64.json", () => its text or bytes], …], by
// address.
// The build writes them next to the pages; the development server creates them on request.
export function publish(files) {
  const byAddress = new Map(files)
  let forPages = false
  return {
    name: 'publish',
    configResolved(config) {
      forPages = !config.build.ssr // the pages are built once for the browser, and once to be rendered here
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const make = byAddress.get(decodeURI(request.url.replace(/[?#].*$/, '')).slice(server.config.base.length))
        if (make) response.end(make())
        else next()
      })
    },
    generateBundle() {
      if (forPages) for (const [fileName, make] of byAddress) this.emitFile({ type: 'asset', fileName, source: make() })
    }
  }
}
