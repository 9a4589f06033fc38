/** Nike's SKUs that are polled in the priority lane. */
export const NIKE_HOT_LIST = 'HOT_NIKE';
/** The list "Adidas Hot #1" of the SKU manager. */
export const ADIDAS_LIST = 'ADIDASHOT1';
/** The custom SKUs of Nike's refurbished shoes. */
export const REFURBISHED_LIST = 'REFURBISHED';
/** HP's products, by part number or link. */
export const HP_LIST = 'HP';
/** Products of any other shop, by their links. */
export const LINK_LIST = 'LINKS';
