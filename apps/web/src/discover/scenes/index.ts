export { Members } from './Members';
export { Scenes } from './Scenes';
