export { Credits } from './Credits';
export { Landing, type LandingSearch } from './Landing';
export { LandingImage } from './LandingImage';
export { TermsGate } from './TermsGate';
export { TermsPage } from './TermsPage';
export { Tutorial } from './Tutorial';
export { type Slide, TutorialSlides } from './TutorialSlides';
export { TermsAtStart } from './TermsAtStart';
