import { defineAsyncComponent, onMounted } from 'vue'
import DefaultTheme from 'vitepress/theme-without-fonts'
import Climb from './Climb.vue'
import Picture from './Picture.vue'
import Progress from './Progress.vue'
import { showMarks } from './progress.js'
import Stepper from './Stepper.vue'
import './type.css'
import './colours.css'
import './style.css'
import './front.css'
import './picture.css'
import './stepper.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Climb', Climb)
    app.component('Differences', defineAsyncComponent(() => import('./Differences.vue'))) // only one page needs its data
    app.component('Picture', Picture)
    app.component('Progress', Progress)
    app.component('Stepper', Stepper)
  },
  setup() {
    onMounted(() => {
      showMarks()
      addEventListener('storage', showMarks) // changed by another page in this browser
    })
  }
}
