/** The demo people used by the tests. `film` is the number of the film that is their camera. */
export const cast = {
  admin: { email: 'admin@demo.example', name: 'Paolo Neri', film: 1 },
  operator: { email: 'operator@demo.example', name: 'Giulia Ferri', film: 2 },
  operator2: { email: 'operator2@demo.example', name: 'Marco Bassi', film: 3 },
  assisted: { email: 'assisted@demo.example', name: 'Luca Moretti', film: 4 },
  assisted2: { email: 'assisted2@demo.example', name: 'Sara Conti', film: 5 },
  multi: { email: 'multi@demo.example', name: 'Anna Villa', film: 6 },
  tilesOperator: { email: 'operator@tiles.example', name: 'Elena Riva', film: 7 },
} as const;

export type Role = keyof typeof cast;
