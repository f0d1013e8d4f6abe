// Builds the page of ./ladder studio in docs/studio/, which is committed, so that readers do not need Node.js.
//   npm --prefix docs run studio
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'
import { docs } from '../pages.js'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  plugins: [vue()],
  resolve: { alias: [{ find: /^vitepress$/, replacement: join(import.meta.dirname, 'vitepress.js') }] },
  build: {
    outDir: process.env.STUDIO_OUT || join(docs, 'studio'),
    emptyOutDir: true,
    modulePreload: false,
    target: 'es2022',
    chunkSizeWarningLimit: 1000, // kB: a single file, loaded from this computer
    rollupOptions: {
      output: {
        entryFileNames: 'studio.js',
        assetFileNames: 'studio[extname]',
        banner: '/* Built from docs/.vitepress/studio by npm --prefix docs run studio. Contains Vue, CodeMirror and Lezer (MIT licence). */'
      }
    }
  }
})
