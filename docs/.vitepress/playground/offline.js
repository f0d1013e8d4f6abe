// The page without a network: what was fetched once is kept. The compiler's folder has its version in its name and is not asked for
// again; of all else there is a newer one after each publication, so what is kept answers only where nobody else does.
const kKept = 'playground'

self.addEventListener('install', () => self.skipWaiting())
// What the page had fetched before this was there.
self.addEventListener('message', ({ data }) => caches.open(kKept).then((kept) => Promise.all(data.keep.map((url) => kept.add(url).catch(() => {})))))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request))
})
async function answer(request) {
  const kept = await caches.open(kKept), before = () => kept.match(request, { ignoreSearch: true })
  const lasts = request.url.includes('/llvm/')
  const known = lasts ? await before() : undefined
  if (known) return known
  try {
    const response = await fetch(request)
    if (response.ok) kept.put(request, response.clone()).catch(() => {}) // no room: then it is not kept
    return response
  } catch (error) {
    const old = await before()
    if (old) return old
    throw error
  }
}
