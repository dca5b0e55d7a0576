export { CataloguesPage } from './CataloguesPage';
