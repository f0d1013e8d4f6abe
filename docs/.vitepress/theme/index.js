import DefaultTheme from 'vitepress/theme-without-fonts'
import Stepper from './Stepper.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component('Stepper', Stepper)
}
