export { ContentPage, RequestedContentPage } from './ContentPage';
export { Info } from './Info';
export { ResultFoot } from './ResultFoot';
