export { ContentPage, RequestedContentPage } from './ContentPage';
