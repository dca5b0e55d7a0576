/** The demo people by short names. */
export const people = {
  admin: { email: 'admin@demo.example', name: 'Paolo Neri', customCode: 'DEMO' },
  operator: { email: 'operator@demo.example', name: 'Giulia Ferri', customCode: 'DEMO' },
  operator2: { email: 'operator2@demo.example', name: 'Marco Bassi', customCode: 'DEMO' },
  assisted: { email: 'assisted@demo.example', name: 'Luca Moretti', customCode: 'DEMO' },
  assisted2: { email: 'assisted2@demo.example', name: 'Sara Conti', customCode: 'DEMO' },
  multi: { email: 'multi@demo.example', name: 'Anna Villa', customCode: 'DEMO' },
  tilesOperator: { email: 'operator@tiles.example', name: 'Elena Riva', customCode: 'TILES' },
} as const;

export type PersonKey = keyof typeof people;
