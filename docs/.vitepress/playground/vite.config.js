// Builds the playground into dist/playground of the site, next to the files from harness/browser/site.js.
//   npm --prefix docs run playground
import { join } from 'node:path'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  worker: { format: 'es', rollupOptions: { output: { entryFileNames: '[name].js' } } },
  build: {
    outDir: process.env.PLAYGROUND_OUT || join(import.meta.dirname, '../dist/playground'),
    emptyOutDir: false,
    modulePreload: false,
    target: 'es2022',
    chunkSizeWarningLimit: 1000,
    rollupOptions: { output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' } }
  }
})
