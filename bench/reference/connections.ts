/** Of each reference server's to the database: beside the product's ten, the embedded one takes no more of three. Two cores keep fewer busy. */
export const CONNECTIONS = 5;
