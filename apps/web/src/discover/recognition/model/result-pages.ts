/** The pages of results, by the build's setting (D2.20). */
export const RESULT_PAGES = {
  LIST: '/asset-recognition-result',
  BOUNDING_BOX: '/bounding-box-result/',
  IMAGE_GALLERY: '/photo-gallery-result/',
} as const;
