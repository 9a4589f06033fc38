import { LIMITS } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { grouped } from '../ui/format.ts';

const TEXT = `Export CSV (newest ${grouped(LIMITS.deliveriesExported)})`;

/** Downloads the deliveries that match a filter, as CSV. */
export function ExportLink({
	filter,
	disabled = false,
}: {
	filter: Readonly<Record<string, string | number>>;
	/** Whether the server rejects the filter. */
	disabled?: boolean;
}) {
	if (disabled) return <Button disabled>{TEXT}</Button>;
	const search = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
	return (
		<Button component="a" variant="default" href={`/api/export/deliveries?${search}`} download>
			{TEXT}
		</Button>
	);
}
