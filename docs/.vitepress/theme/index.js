import DefaultTheme from 'vitepress/theme-without-fonts'
import Picture from './Picture.vue'
import Progress from './Progress.vue'
import Rungs from './Rungs.vue'
import Stepper from './Stepper.vue'
import './style.css'
import './front.css'
import './picture.css'
import './stepper.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Picture', Picture)
    app.component('Progress', Progress)
    app.component('Rungs', Rungs)
    app.component('Stepper', Stepper)
  }
}
