// On the site: a page for each source file and folder that a page of the tutorial links to.
import { filePages, linkedFiles } from '../.vitepress/files.js'
import { pages } from '../.vitepress/pages.js'

export default { paths: () => filePages(linkedFiles(pages())) }
