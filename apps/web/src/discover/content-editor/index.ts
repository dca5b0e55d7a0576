export { ContentEditorPage } from './ContentEditor';
export { ChooseContent } from './ChooseContent';
