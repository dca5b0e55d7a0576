import { type CallPic, isGenuine, type Scheme } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { drawnPictureQuery, drawnSchemeQuery } from './drawn-picture';

type Picture =
  | { readonly state: 'loading' | 'unreadable' | 'notGenuine' }
  | { readonly state: 'failed'; readonly retry: () => void }
  | { readonly state: 'ready'; readonly blob: Blob };

/** Downloads and decrypts a snapshot, and renders it with its drawings. */
export function usePicture(pic: CallPic): Picture {
  const { data, isError, refetch } = useQuery(drawnPictureQuery(pic));
  if (data) return isGenuine(data) ? { state: 'ready', blob: data } : { state: 'notGenuine' };
  if (data === null) return { state: 'unreadable' };
  return isError ? { state: 'failed', retry: () => void refetch() } : { state: 'loading' };
}

/** The lowest scheme of a snapshot and its drawings. */
export function usePictureScheme(pic: CallPic): Scheme {
  const { data = pic.cryptoSchema } = useQuery(drawnSchemeQuery(pic));
  return data;
}
