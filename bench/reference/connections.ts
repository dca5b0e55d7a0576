/**
 * The database connections of each reference server: beside the product's ten, the embedded database has room for three such
 * servers. More would not keep two cores busier.
 */
export const CONNECTIONS = 5;
