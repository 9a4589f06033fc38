/**
 * What was read, or null if a field has another type than before. The feed's schema grows without notice and is not
 * validated: a strange product must not take the others of its batch with it, nor a strange picture its product.
 */
export function unlessStrange<T>(read: () => T): T | null {
	try {
		return read();
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}
