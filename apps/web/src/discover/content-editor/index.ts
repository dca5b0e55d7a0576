export { ContentEditorPage } from './ContentEditor';
