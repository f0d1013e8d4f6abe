import { createApp } from 'vue'
import 'vitepress/dist/client/theme-default/styles/vars.css'
import '../theme/colours.css'
import '../theme/stepper.css'
import './studio.css'
import Studio from './Studio.vue'

createApp(Studio).mount('#app')
