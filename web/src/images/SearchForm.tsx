import { Button, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
	sku: string;
	setSku(sku: string): void;
	placeholder: string;
	busy: boolean;
	search(sku: string): void;
	/** More fields. */
	children?: ReactNode;
}

/** The field for the SKU whose pictures are searched. */
export function SearchForm({ sku, setSku, placeholder, busy, search, children }: Props) {
	return (
		<form
			className="sku-form search-form"
			onSubmit={(event) => {
				event.preventDefault();
				search(sku.trim());
			}}
		>
			<TextInput
				label="SKU"
				required
				maxLength={64}
				placeholder={placeholder}
				value={sku}
				onChange={(event) => setSku(event.currentTarget.value)}
			/>
			{children}
			<Button type="submit" loading={busy} leftSection={<Search size={16} aria-hidden="true" />}>
				Search
			</Button>
		</form>
	);
}
