export { ArPage } from './ArPage';
export { Members } from './Members';
export { Scenes } from './Scenes';
