import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform';
import type { ContentLanguage } from '../../lists/model/content-queries';
import type { CatalogueName } from './catalogue';

/** What is known about a catalogue: its size, whether it is ready, whether it learns. */
export const catalogueQuery = ({ modelCode, customerCode }: CatalogueName, l: ContentLanguage) =>
  queryOptions({
    queryKey: ['catalogue', l, modelCode, customerCode],
    queryFn: () => api.getCatalogue({ modelcode: modelCode, l, ...(customerCode !== null && { customerCode }) }),
    retry: false,
  });
