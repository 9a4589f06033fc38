import type { CommandTexts } from '../types.ts';

export const commands: CommandTexts = {
	setup: {
		name: 'einrichten',
		description: 'Sendet mehrere Themen mehrerer Regionen in einen Kanal',
		options: {
			channel: {
				name: 'kanal',
				description: 'Kanal, Thread oder Forum, in das gesendet wird (Standard: dieser Kanal)',
			},
		},
	},
	link: {
		name: 'verknüpfen',
		description: 'Sendet ein Thema in einen Kanal, einen Thread oder ein Forum',
		options: {
			region: { name: 'region', description: 'Die Region, die beobachtet wird' },
			topic: { name: 'thema', description: 'Das Thema, das gesendet wird' },
			channel: {
				name: 'kanal',
				description: 'Kanal, Thread oder Forum, in das gesendet wird (Standard: dieser Kanal)',
			},
			role: { name: 'rolle', description: 'Die Rolle, die Nachrichten erwähnen' },
			include: { name: 'nur_mit', description: 'Nur Produkte mit einem dieser Wörter, durch Kommas getrennt' },
			exclude: { name: 'ohne', description: 'Keine Produkte mit einem dieser Wörter, durch Kommas getrennt' },
			sizes: { name: 'größen', description: 'Nur diese Größen, durch Kommas getrennt' },
			min_discount: { name: 'mindestrabatt', description: 'Erst ab diesem Rabatt, in Prozent' },
			max_price: { name: 'höchstpreis', description: 'Nur bis zu diesem Preis, in der Währung des Shops' },
			post_name: {
				name: 'beitragsname',
				description: 'Name der Forenbeiträge, mit {title}, {sku} oder {brand} (Standard: {title})',
			},
		},
	},
	edit: {
		name: 'bearbeiten',
		description: 'Ändert, was eine Verknüpfung sendet: Filter, Erwähnungen, Ruhezeiten',
		options: { link: { name: 'verknüpfung', description: 'Die Verknüpfung, die bearbeitet wird' } },
	},
	unlink: {
		name: 'trennen',
		description: 'Entfernt eine Verknüpfung, sodass der Kanal das Thema nicht mehr bekommt',
		options: { link: { name: 'verknüpfung', description: 'Die Verknüpfung, die entfernt wird' } },
	},
	links: {
		name: 'verknüpfungen',
		description: 'Listet die Verknüpfungen dieses Servers, zum Testen, Pausieren, Bearbeiten und Entfernen',
	},
	topics: {
		name: 'themen',
		description: 'Listet die Themen einer Region und die Kanäle, die sie bekommen',
		options: { region: { name: 'region', description: 'Die Region' } },
	},
	test: {
		name: 'test',
		description: 'Sendet eine Beispielnachricht über eine Verknüpfung',
		options: { link: { name: 'verknüpfung', description: 'Die Verknüpfung, die getestet wird' } },
	},
	product: {
		name: 'produkt',
		description: 'Zeigt Status, Preis und Größen eines Produkts',
		options: {
			sku: { name: 'sku', description: 'Die SKU; oder Wörter des Titels eingeben und einen Vorschlag wählen' },
			region: { name: 'region', description: 'Eine Region im Detail (Standard: Überblick über alle Regionen)' },
		},
	},
	drops: {
		name: 'releases',
		description: 'Listet die Releases einer Region nach Tagen',
		options: {
			region: { name: 'region', description: 'Die Region (Standard: USA)' },
			brand: { name: 'marke', description: 'Nur diese Marke (Standard: alle)' },
			days: { name: 'tage', description: 'Für wie viele Tage (Standard: 30)' },
		},
	},
	'drops-events': {
		name: 'release-events',
		description: 'Führt auf diesem Server ein Event zu jedem der nächsten Releases',
		options: {
			state: { name: 'schalter', description: 'Events führen (Standard: Einstellung zeigen)' },
			region: { name: 'region', description: 'Die Releases dieser Region (Standard: die der Release-Themen)' },
		},
		choices: { on: 'an', off: 'aus' },
	},
	watch: {
		name: 'beobachten',
		description: 'Benachrichtigt dich, wenn sich ein Produkt ändert',
		options: {
			product: { name: 'produkt', description: 'Die SKU oder Wörter des Titels; wähle einen Vorschlag' },
			sizes: { name: 'größen', description: 'Nur diese Größen, durch Kommas getrennt (Standard: alle)' },
			region: { name: 'region', description: 'Nur diese Region (Standard: alle)' },
			max_price: {
				name: 'höchstpreis',
				description: 'Nur bis zu diesem Preis, in der Währung der Region (ohne Region USD)',
			},
		},
	},
	watches: {
		name: 'beobachtungen',
		description: 'Listet deine beobachteten Produkte, zum Stummschalten, Pausieren und Entfernen',
	},
	why: {
		name: 'warum',
		description: 'Sagt, warum eine Nachricht zu einem Produkt kam oder nicht',
		options: {
			product: { name: 'produkt', description: 'Die SKU oder Wörter des Titels; wähle einen Vorschlag' },
			when: { name: 'wann', description: 'Minuten, HH:MM von heute in der Region oder ISO-Zeit (Standard: jetzt)' },
			region: { name: 'region', description: 'Die Region (Standard: die erste, in der das Produkt geprüft wird)' },
		},
	},
	account: { name: 'konto', description: 'Zeigt, was über dich gespeichert ist, zum Exportieren und Löschen' },
	resale: {
		name: 'wiederverkauf',
		description: 'Zeigt, was Wiederverkaufsmärkte für ein Produkt je Größe zahlen',
		options: {
			sku: { name: 'sku', description: 'Die SKU; oder Wörter des Titels eingeben und einen Vorschlag wählen' },
			brand: { name: 'marke', description: 'Die Marke (Standard: Nike)' },
			region: { name: 'region', description: 'Die Region des vollen Preises und von eBay (Standard: USA)' },
		},
	},
	stores: {
		name: 'filialen',
		description: 'Zeigt, was Filialen eines Shops in deiner Nähe von einem Produkt haben',
		options: {
			sku: { name: 'sku', description: 'Die SKU; oder Wörter des Titels eingeben und einen Vorschlag wählen' },
			near: { name: 'ort', description: 'Die Stadt oder Postleitzahl' },
			brand: { name: 'marke', description: 'Die Marke (Standard: Nike)' },
			region: { name: 'region', description: 'Die Region der Filialen (Standard: USA)' },
		},
	},
	connect: {
		name: 'rollen',
		description: 'Zeigt, wo du deine Rollen auf Servern mit deinem Zugang hier verknüpfst',
	},
	found: {
		name: 'funde',
		description: 'Listet die neuesten Produkte, die Stichwortsuchen fanden (nur für Betreiber)',
	},
	notices: {
		name: 'hinweise',
		description: 'Zeigt oder ändert, welche Hinweise dieser Server bekommt',
		options: {
			shops: {
				name: 'shops',
				description: 'Hinweise auf Shops, die sich nicht abfragen lassen (Standard: Einstellung zeigen)',
			},
			links: {
				name: 'verknüpfungen',
				description: 'Hinweise auf ausgefallene Verknüpfungen (Standard: Einstellung zeigen)',
			},
		},
		choices: { on: 'an', off: 'aus' },
	},
	status: {
		name: 'status',
		description: 'Zeigt Nachrichten dieses Servers, was dafür beobachtet wird, und fehlende Berechtigungen',
	},
	help: { name: 'hilfe', description: 'Listet alle Befehle' },
};
