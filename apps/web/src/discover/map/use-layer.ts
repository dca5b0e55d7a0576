import { useQuery } from '@tanstack/react-query';
import { fetchLayer, NoLayerError } from '../../platform/http/map-layer';
import { KmlError, type KmlProblem } from '@earth/kml/error';
import { readLayer } from './kml/kml-thread';

/** The layer in a file. A file that is broken stays so: it is asked for once. @param url null: there is none */
export const useLayer = (url: string | null) =>
  useQuery({
    queryKey: ['layer', url],
    queryFn: async ({ signal }) => await readLayer(await fetchLayer(url ?? '', signal), signal),
    enabled: url !== null,
    // Whoever waits for it need not ask.
    refetchOnReconnect: ({ state }) => state.status === 'error' && !(state.error instanceof KmlError),
    retry: (failures, error) => failures < 1 && !(error instanceof KmlError || error instanceof NoLayerError),
    // It is replaced whole, and comparing 10,000 shapes takes longer than to draw them.
    structuralSharing: false,
    // Its address is that of these bytes: another file has another one.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  });

/** Why there is no layer: what the file is, or that it is not there. */
export const layerProblem = (error: Error): KmlProblem | 'away' => (error instanceof KmlError ? error.code : 'away');
