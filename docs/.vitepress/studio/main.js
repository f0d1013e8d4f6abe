import { createApp } from 'vue'
import { server } from './server.js'
import Studio from './Studio.vue'

createApp(Studio, { backEnd: server }).mount('#app')
