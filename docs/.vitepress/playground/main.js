import { createApp } from 'vue'
import Studio from '../studio/Studio.vue'
import { browser } from './browser.js'

createApp(Studio, { backEnd: browser }).mount('#app')
