import { type Content, type ContentItem, ContentView, forEachDetail, type MenuItem } from '@earth/contracts';

/** A public content with only a title. */
export const testItem = (change: Partial<Content> = {}, skin: ContentItem['skin'] = null): ContentItem => ({
  content: {
    id: 1,
    extlId: null,
    locale: 'en',
    title: 'Head of a ruler',
    descr: '',
    date: 0,
    imageUrl: null,
    image: null,
    imageUrls: [],
    images: [],
    videoUrl: null,
    attchmUrl: null,
    attchmName: null,
    attchmDescr: null,
    audioUrl: null,
    modelUrl: null,
    ...forEachDetail(() => null),
    lat: 0,
    long: 0,
    price: 0,
    ctnType: 1,
    ctnView: ContentView.info,
    catId: null,
    brandId: null,
    groupId: null,
    visibility: 'public',
    ownerId: '01a20000-0000-7000-8000-000000000001',
    ...change,
  },
  brand: null,
  skin,
});

/** A menu entry without a picture or an address of its own. */
export const testEntry = (over: Partial<MenuItem> = {}): MenuItem => ({
  id: 1,
  title: 'Museum',
  code: null,
  descr: '',
  imageUrl: null,
  attchmUrl: null,
  ctnType: 1,
  ctnView: 1,
  catIndex: 1,
  modelCode: null,
  customerCode: null,
  items: [],
  ...over,
});
