/** A count with its noun in the singular or plural: `1 webhook`, `1,200 webhooks`. */
export function counted(count: number, one: string, other = `${one}s`): string {
	return `${count.toLocaleString('en')} ${count === 1 ? one : other}`;
}
