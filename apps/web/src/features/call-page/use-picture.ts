import type { CallPic } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { drawnPictureQuery } from './drawn-picture';

type Picture =
  | { readonly state: 'loading' | 'unreadable' }
  | { readonly state: 'failed'; readonly retry: () => void }
  | { readonly state: 'ready'; readonly blob: Blob };

/** A snapshot's picture, fetched and opened, with what was drawn on it. */
export function usePicture(pic: CallPic): Picture {
  const { data, isError, refetch } = useQuery(drawnPictureQuery(pic));
  if (data) return { state: 'ready', blob: data };
  if (data === null) return { state: 'unreadable' };
  return isError ? { state: 'failed', retry: () => void refetch() } : { state: 'loading' };
}
