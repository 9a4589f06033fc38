import { Button } from '@mantine/core';
import { useCall } from '../api/useCall.ts';

/** Opens the application's store at Discord; nothing if it sells no plan. */
export function GetPremium({ label = 'Get premium' }: { label?: string }) {
	const storeUrl = useCall('site', {}, { revalidateOnFocus: false }).data?.storeUrl ?? null;
	if (storeUrl === null) return null;
	return (
		<Button component="a" href={storeUrl} target="_blank" rel="noreferrer">
			{label}
		</Button>
	);
}
