import { useQuery } from '@tanstack/react-query';
import { fetchLayer, NoLayerError } from '../../platform/http/map-layer';
import { KmlError, type KmlProblem } from '@earth/kml/error';
import { readLayer, readPicture } from './kml/kml-thread';

/**
 * Fetches and parses a layer. An invalid file is not retried.
 * @param url null: there is none
 */
export const useLayer = (url: string | null) =>
  useQuery({
    queryKey: ['layer', url],
    queryFn: async ({ signal }) => await readLayer(await fetchLayer(url ?? '', signal), signal),
    enabled: url !== null,
    // A layer that is still loading needs no refetch.
    refetchOnReconnect: ({ state }) => state.status === 'error' && !(state.error instanceof KmlError),
    retry: (failures, error) => failures < 1 && !(error instanceof KmlError || error instanceof NoLayerError),
    // The layer is replaced as a whole: comparing 10,000 shapes takes longer than drawing them.
    structuralSharing: false,
    // The address identifies the content: another file has another one.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  });

/** The picture of a place, out of the layer's file, which the browser has. It is left out if it cannot be had. */
export const useLayerPicture = (url: string | null, path: string | null) =>
  useQuery({
    queryKey: ['layer picture', url, path],
    queryFn: async ({ signal }) => {
      const picture = await readPicture(await fetchLayer(url ?? '', signal), path ?? '', signal);
      return picture && new Blob([picture.bytes.slice()], { type: picture.type });
    },
    enabled: url !== null && path !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  });

/** Why there is no layer: the file is invalid, or unavailable. */
export const layerProblem = (error: Error): KmlProblem | 'away' => (error instanceof KmlError ? error.code : 'away');
