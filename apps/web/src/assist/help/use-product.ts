import type { Product } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productsQuery } from '../../shared/queries';

const STORED = 'product';

/** The chosen product. The choice is remembered; choosing the same product again clears it. */
export function useProduct() {
  const query = useQuery(productsQuery);
  const [code, setCode] = useState(() => localStorage.getItem(STORED));
  const chosen: Product | null = query.data?.find((product) => product.code === code) ?? null;

  function choose(product: Product) {
    const next = product.code === chosen?.code ? null : product.code;
    setCode(next);
    if (next) localStorage.setItem(STORED, next);
    else localStorage.removeItem(STORED);
  }
  return { query, chosen, choose };
}
