export { Account } from './Account';
export { Settings } from './Settings';
export { CompanyAudio } from './CompanyAudio';
