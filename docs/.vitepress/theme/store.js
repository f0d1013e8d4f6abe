// What this browser stores. It may refuse to store anything, and its storage is limited.
export function stored(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
// undefined removes the entry. Returns false if the browser refuses.
export function store(name, text) {
  try {
    if (text === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
    return true
  } catch {
    return false
  }
}
export function storedNames() {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
