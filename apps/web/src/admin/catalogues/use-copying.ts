import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../platform';
import { useRequest } from '../../shared/use-request';
import { CATALOGUES } from './queries';

export interface Counts {
  readonly copied: number;
  readonly skipped: number;
  readonly withoutPicture: number;
}

const NOTHING: Counts = { copied: 0, skipped: 0, withoutPicture: 0 };

/** Copies the contents of an entry, a few with each request, until all are there or the user stops it. */
export function useCopying(categoryId: number) {
  const client = useQueryClient();
  const { ask, isBusy, problem } = useRequest();
  const [counts, setCounts] = useState<Counts | null>(null);
  const isWanted = useRef(false);
  useEffect(
    () => () => {
      isWanted.current = false;
    },
    [],
  );
  const start = (fromCategoryId: number) =>
    ask(async () => {
      isWanted.current = true;
      let sum = NOTHING;
      let after: number | null = 0;
      setCounts(sum);
      try {
        while (after !== null && isWanted.current) {
          const { next, ...some } = await api.copyProducts({ categoryId, fromCategoryId, after });
          sum = {
            copied: sum.copied + some.copied,
            skipped: sum.skipped + some.skipped,
            withoutPicture: sum.withoutPicture + some.withoutPicture,
          };
          setCounts(sum);
          after = next;
        }
      } finally {
        await client.invalidateQueries({ queryKey: CATALOGUES });
      }
    });
  return {
    counts,
    isBusy,
    problem,
    start,
    stop: () => {
      isWanted.current = false;
    },
  };
}
