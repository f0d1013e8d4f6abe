// Makes the page work without a network, by caching what was fetched. The compiler's folder has its version in its name, so
// it is never fetched again. Everything else may change with each publication, so its cached copy is used only if the fetch
// fails.
const kKept = 'playground'

self.addEventListener('install', () => self.skipWaiting())
// Files that the page had fetched before this worker was active.
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
    if (response.ok) kept.put(request, response.clone()).catch(() => {}) // no space: it stays uncached
    return response
  } catch (error) {
    const old = await before()
    if (old) return old
    throw error
  }
}
