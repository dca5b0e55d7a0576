import { type CallPic, isGenuine, type Scheme } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { drawnPictureQuery, drawnSchemeQuery } from './drawn-picture';

type Picture =
  | { readonly state: 'loading' | 'unreadable' | 'notGenuine' }
  | { readonly state: 'failed'; readonly retry: () => void }
  | { readonly state: 'ready'; readonly blob: Blob };

/** A snapshot's picture, fetched and opened, with what was drawn on it. */
export function usePicture(pic: CallPic): Picture {
  const { data, isError, refetch } = useQuery(drawnPictureQuery(pic));
  if (data) return isGenuine(data) ? { state: 'ready', blob: data } : { state: 'notGenuine' };
  if (data === null) return { state: 'unreadable' };
  return isError ? { state: 'failed', retry: () => void refetch() } : { state: 'loading' };
}

/** Under which a snapshot, and what is drawn on it, is sealed: the least of them. */
export function usePictureScheme(pic: CallPic): Scheme {
  const { data = pic.cryptoSchema } = useQuery(drawnSchemeQuery(pic));
  return data;
}
