import { type Content, type ContentItem, ContentView } from '@earth/contracts';

/** A public content with nothing but a title. */
export const testItem = (change: Partial<Content> = {}, skin: ContentItem['skin'] = null): ContentItem => ({
  content: {
    ...{ id: 1, extlId: null, locale: 'en', title: 'Head of a ruler', descr: '', date: 0, imageUrl: null, image: null },
    ...{ imageUrls: [], images: [], videoUrl: null, attchmUrl: null, attchmName: null, attchmDescr: null },
    ...{ audioUrl: null, webUrl: null, phone: null, email: null, fax: null, skype: null, youtubeUrl: null },
    ...{ youtubeName: null, fbUrl: null, instUrl: null, linkedinUrl: null, twUrl: null, pinUrl: null },
    ...{ googleUrl: null, lat: 0, long: 0, ecommerceUrl: null, price: 0, tag: null, ctnType: 1 },
    ...{ ctnView: ContentView.info, catId: null, brandId: null, groupId: null, visibility: 'public' },
    ownerId: '01a20000-0000-7000-8000-000000000001',
    ...change,
  },
  brand: null,
  skin,
});
