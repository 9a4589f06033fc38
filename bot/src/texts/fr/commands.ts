import type { CommandTexts } from '../types.ts';

export const commands: CommandTexts = {
	setup: {
		name: 'configurer',
		description: 'Envoie plusieurs sujets de plusieurs régions dans un salon',
		options: {
			channel: { name: 'salon', description: 'Le salon, fil ou forum où les envoyer (par défaut : ce salon)' },
		},
	},
	link: {
		name: 'associer',
		description: 'Envoie un sujet dans un salon, un fil ou un forum',
		options: {
			region: { name: 'région', description: 'La région à surveiller' },
			topic: { name: 'sujet', description: 'Le sujet à envoyer' },
			channel: { name: 'salon', description: "Le salon, fil ou forum où l'envoyer (par défaut : ce salon)" },
			role: { name: 'rôle', description: 'Le rôle que les messages mentionnent' },
			include: {
				name: 'inclure',
				description: "Seulement les produits avec l'un de ces mots, séparés par des virgules",
			},
			exclude: { name: 'exclure', description: "Aucun produit avec l'un de ces mots, séparés par des virgules" },
			sizes: { name: 'tailles', description: 'Seulement ces tailles, séparées par des virgules' },
			min_discount: { name: 'remise_min', description: 'Seulement à partir de cette remise, en pourcentage' },
			max_price: { name: 'prix_max', description: "Seulement jusqu'à ce prix, dans la devise de la boutique" },
			post_name: {
				name: 'nom_du_post',
				description: 'Le nom des posts du forum, avec {title}, {sku} ou {brand} (par défaut : {title})',
			},
		},
	},
	edit: {
		name: 'modifier',
		description: "Change ce qu'une association envoie : filtres, mentions, heures calmes",
		options: { link: { name: 'association', description: "L'association à modifier" } },
	},
	unlink: {
		name: 'dissocier',
		description: 'Supprime une association : le salon ne reçoit plus le sujet',
		options: { link: { name: 'association', description: "L'association à supprimer" } },
	},
	links: {
		name: 'associations',
		description: 'Liste les associations de ce serveur, pour les tester, mettre en pause, modifier et supprimer',
	},
	topics: {
		name: 'sujets',
		description: "Liste les sujets d'une région et les salons qui les reçoivent",
		options: { region: { name: 'région', description: 'La région' } },
	},
	test: {
		name: 'test',
		description: 'Envoie un message de test par une association',
		options: { link: { name: 'association', description: "L'association à tester" } },
	},
	product: {
		name: 'produit',
		description: "Affiche le statut, le prix et les tailles d'un produit",
		options: {
			sku: { name: 'sku', description: 'Le SKU ; ou tapez des mots du titre et choisissez une suggestion' },
			region: { name: 'région', description: 'Une région en détail (par défaut : résumé de toutes les régions)' },
		},
	},
	drops: {
		name: 'sorties',
		description: "Liste les sorties d'une région par jour",
		options: {
			region: { name: 'région', description: 'La région (par défaut : États-Unis)' },
			brand: { name: 'marque', description: 'Seulement cette marque (par défaut : toutes)' },
			days: { name: 'jours', description: 'Nombre de jours à venir (par défaut : 30)' },
		},
	},
	'drops-events': {
		name: 'événements-sorties',
		description: 'Tient les événements de ce serveur à jour avec les sorties',
		options: {
			state: { name: 'état', description: 'Tenir les événements (par défaut : afficher le réglage)' },
			region: {
				name: 'région',
				description: 'Les sorties de cette région (par défaut : celles des sujets de sorties)',
			},
		},
		choices: { on: 'activés', off: 'désactivés' },
	},
	watch: {
		name: 'suivre',
		description: 'Vous prévient quand un produit change',
		options: {
			product: { name: 'produit', description: 'Le SKU ou des mots du titre ; choisissez une suggestion' },
			sizes: { name: 'tailles', description: 'Seulement ces tailles, séparées par des virgules (par défaut : toutes)' },
			region: { name: 'région', description: 'Seulement cette région (par défaut : toutes)' },
			max_price: {
				name: 'prix_max',
				description: "Seulement jusqu'à ce prix, dans la devise de la région (USD sans région)",
			},
		},
	},
	watches: {
		name: 'suivis',
		description: 'Liste les produits que vous suivez, pour les couper, mettre en pause et retirer',
	},
	why: {
		name: 'pourquoi',
		description: 'Dit pourquoi un message sur un produit est arrivé ou non',
		options: {
			product: { name: 'produit', description: 'Le SKU ou des mots du titre ; choisissez une suggestion' },
			when: {
				name: 'quand',
				description: 'Minutes écoulées, HH:MM du jour dans la région ou heure ISO (par défaut : maintenant)',
			},
			region: { name: 'région', description: 'La région (par défaut : la première où le produit est vérifié)' },
		},
	},
	account: { name: 'compte', description: 'Affiche ce qui est enregistré à votre sujet, à exporter et à supprimer' },
	resale: {
		name: 'revente',
		description: 'Affiche ce que les marchés de revente paient par taille',
		options: {
			sku: { name: 'sku', description: 'Le SKU ; ou tapez des mots du titre et choisissez une suggestion' },
			brand: { name: 'marque', description: 'La marque (par défaut : Nike)' },
			region: { name: 'région', description: "La région du prix plein et d'eBay (par défaut : États-Unis)" },
		},
	},
	stores: {
		name: 'magasins',
		description: "Affiche ce que les magasins proches ont d'un produit",
		options: {
			sku: { name: 'sku', description: 'Le SKU ; ou tapez des mots du titre et choisissez une suggestion' },
			near: { name: 'lieu', description: 'La ville ou le code postal' },
			brand: { name: 'marque', description: 'La marque (par défaut : Nike)' },
			region: { name: 'région', description: 'La région des magasins (par défaut : États-Unis)' },
		},
	},
	connect: { name: 'rôles', description: 'Indique où lier vos rôles dans les serveurs à votre accès ici' },
	found: {
		name: 'trouvés',
		description: 'Liste les derniers produits trouvés par mots-clés (opérateurs seulement)',
	},
	notices: {
		name: 'avis',
		description: 'Affiche ou change les avis que ce serveur reçoit',
		options: {
			shops: {
				name: 'boutiques',
				description: 'Avis sur les boutiques inaccessibles (par défaut : afficher le réglage)',
			},
			links: {
				name: 'associations',
				description: 'Avis sur les associations qui ne marchent plus (par défaut : afficher le réglage)',
			},
		},
		choices: { on: 'activés', off: 'désactivés' },
	},
	status: {
		name: 'statut',
		description: 'Affiche les messages du serveur, ce qui est surveillé et les permissions manquantes',
	},
	help: { name: 'aide', description: 'Liste toutes les commandes' },
};
