declare const messages: {
  "Metadata": {
    "home": {
      "title": " | Institutional Tokenized Precious-Metals Platform",
      "description": "Tokenized gold and silver for banks, custodians, brokerages and funds. Each token, backed 1:1 by vaulted metal, represents one troy ounce.",
      "keywords": "tokenized precious metals, institutional gold platform, precious metals as a service, physically backed tokens, tokenized gold, tokenized silver, bullion for banks"
    },
    "product": {
      "title": " | 1:1 Backed Gold and Silver Tokens",
      "description": ": gold and silver tokens on Polygon under the ERC-3643 standard, with MPC custody, a REST API and monthly third-party attestations.",
      "keywords": ", gold token, silver token, ERC-3643, Polygon, MPC custody, gold REST API, fractional troy ounce"
    },
    "contact": {
      "title": "Contact the Institutional Team | ",
      "description": "Speak with the  institutional team in Montreal or New York about tokenized gold and silver, integration, fees and physical delivery.",
      "keywords": "contact , institutional sales, precious metals team, Montreal office, New York office, onboarding, fee inquiry"
    },
    "attestations": {
      "title": "Monthly Third-Party Attestations | ",
      "description": "Monthly third-party attestation reports on the physical gold and silver that back   tokens, listed by month with their files.",
      "keywords": "attestation reports, third-party attestation, monthly gold attestation, silver attestation, backing of tokens, reserve verification"
    },
    "notFound": {
      "title": "Page Not Found | ",
      "description": "This address does not lead to a page of . Continue to the home page, to  or to the contact page of the institutional team."
    },
    "email": {
      "title": "Write to  by Email",
      "description": "The email address of the  institutional team.",
      "keywords": "email "
    }
  },
  "SkipLink": {
    "label": "Skip to content"
  },
  "Navigation": {
    "label": "Main menu",
    "home": "Home",
    "product": "",
    "contact": "Contact",
    "openMenu": "Open menu",
    "homeLink": " , home"
  },
  "LanguageSwitcher": {
    "label": "Language: {language}",
    "current": "current language"
  },
  "LanguageSuggestion": {
    "text": "This page is available in English.",
    "action": "Read in English",
    "dismiss": "Dismiss"
  },
  "Footer": {
    "description": " provides tokenized, physically backed gold and silver to institutions. It has worked in precious metals since , with offices in Montreal and New York.",
    "contactHeading": "Contact",
    "linksHeading": "Pages",
    "legalHeading": "Legal",
    "privacy": "Privacy policy",
    "terms": "Terms of use",
    "newTab": "opens in a new tab",
    "copyright": "© {year} . All rights reserved.",
    "disclaimer": "This site is for institutional clients only, and nothing on it is an offer to retail investors."
  },
  "BackToTop": {
    "label": "Back to top"
  },
  "EmailReveal": {
    "button": "Show email address",
    "label": "Write to us by email",
    "back": "Back to the contact page"
  },
  "Hero": {
    "eyebrow": "Precious metals as a service",
    "title": "Vaulted gold and silver, one token per troy ounce",
    "body": "  gives banks, custodians, brokerages and funds tokenized gold and silver, backed 1:1 by physical metal and traded 24/7/365 in fractions of an ounce.",
    "contact": "Contact our team",
    "product": "Explore "
  },
  "About": {
    "title": "A metals house, since ",
    "lead": " brings more than 45 years in precious metals to institutions that want to hold, trade and offer gold and silver in digital form.",
    "body": "From offices in Montreal and New York, we provide precious metals as a service: the tokens, the vaulted metal behind them, custody, compliance and an API, in one service. Your institution keeps its clients and its systems;  connects to them.",
    "facts": {
      "unit": {
        "value": "1 oz t",
        "label": "of fine gold or silver represented by each token"
      },
      "backing": {
        "value": "1:1",
        "label": "backing by physical metal held in vaults"
      },
      "trading": {
        "value": "24/7/365",
        "label": "trading, with no minimum size"
      },
      "attestations": {
        "value": "Monthly",
        "label": "attestations by a third party"
      }
    }
  },
  "Institutions": {
    "title": "The institutions we serve",
    "intro": " is reserved for institutions. Each connects it to its own clients, books and mandates.",
    "cards": {
      "banks": {
        "title": "Banks",
        "body": "Offer clients gold and silver through your own channels. The metal stays in the vault; the position reaches your systems through a REST API."
      },
      "custodians": {
        "title": "Custodians",
        "body": "Hold tokenized gold and silver beside the other assets you administer. IRA and RRSP custodians are among the clients the platform is built for."
      },
      "brokerages": {
        "title": "Brokerages",
        "body": "Add physically backed gold and silver to your offering, 24/7/365, in fractional ounces and with no minimum trade size."
      },
      "hedgeFunds": {
        "title": "Hedge funds",
        "body": "Take and adjust positions in physical metal at any hour, with fast settlement and with your own systems connected by API."
      },
      "trustCompanies": {
        "title": "Trust companies",
        "body": "Hold gold and silver for the accounts you administer in whole or fractional ounces, with monthly third-party attestations for your files."
      },
      "familyOffices": {
        "title": "Family offices",
        "body": "Hold gold and silver across generations without arranging a vault yourself, and request physical delivery when the family decides."
      },
      "registeredAdvisers": {
        "title": "Registered investment advisers",
        "body": "Allocate to gold and silver client by client, in fractions of an ounce. No minimum trade size applies, whatever the size of the account."
      },
      "institutionalBuyers": {
        "title": "Large institutional buyers",
        "body": "Buy tokens matched 1:1 by fine metal in government mint and exchange-approved vaults, with physical delivery on request."
      }
    }
  },
  "Benefits": {
    "title": "What a partner receives",
    "intro": "The properties of , for your risk, operations and product teams to examine one by one.",
    "cards": {
      "physicalBacking": {
        "title": "Physical backing",
        "body": "Every token represents one troy ounce of fine metal and is backed 1:1 by metal held in a vault."
      },
      "vaultedMetal": {
        "title": "Vaulted metal",
        "body": "The metal lies in government mint and exchange-approved vaults. Trading the tokens requires no transport of the metal."
      },
      "fractionalOunces": {
        "title": "Fractional ounces",
        "body": "There is no minimum trade size. Orders are expressed in fractions of an ounce, so a position matches the amount your client asked for."
      },
      "continuousTrading": {
        "title": "Continuous trading",
        "body": "Trading is open 24/7/365. Weekends and public holidays are trading days like any other."
      },
      "fastSettlement": {
        "title": "Fast settlement",
        "body": "Trades settle fast and in tokens, while the metal itself remains in the vault and does not have to move."
      },
      "singleIntegration": {
        "title": "One integration",
        "body": "A REST API, webhooks and SDKs bring gold and silver into the order, ledger and reporting systems you already run."
      },
      "compliance": {
        "title": "KYC/AML compliance",
        "body": "Onboarding includes institutional KYC, and the ERC-3643 standard applies eligibility rules to the transfer of tokens."
      },
      "custody": {
        "title": "Institutional custody",
        "body": "Tokens are held through a custody provider that uses multi-party computation, so no single party holds a complete signing key."
      },
      "physicalDelivery": {
        "title": "Delivery on request",
        "body": "Your institution can ask for physical delivery or redemption at any time, through the institutional team."
      }
    }
  },
  "Showcase": {
    "title": " ",
    "body": "Two tokens, gold and silver, on a Polygon chain and under one standard. The product page sets out the unit, the backing, the custody and the API.",
    "points": {
      "unit": {
        "text": "One token represents one troy ounce of fine metal."
      },
      "standard": {
        "text": "ERC-3643 on Polygon, with transfers between eligible holders."
      },
      "custody": {
        "text": "Custody through multi-party computation."
      },
      "attestations": {
        "text": "Attestations by a third party, every month."
      }
    },
    "link": "See ",
    "stamp": {
      "weight": "100 oz t",
      "fineness": "999.9 fine",
      "serial": "No. -0001",
      "label": "Drawing: stacked gold bars, the top one stamped with its weight, fineness and serial number"
    }
  },
  "WhyUs": {
    "title": "Why ",
    "intro": "The technology is recent. The trade behind it is not.",
    "cards": {
      "history": {
        "title": "More than 45 years",
        "body": " has worked in precious metals since . Knowledge of physical metal came first; the tokens were built on it."
      },
      "institutionsOnly": {
        "title": "Institutions only",
        "body": "The platform serves institutional clients and no one else. Onboarding, API and support are all arranged for them."
      },
      "twoOffices": {
        "title": "Montreal and New York",
        "body": "Two offices and two phone lines, one for the USA and Canada and one worldwide, staffed during regular business hours."
      },
      "openToVerification": {
        "title": "Open to verification",
        "body": "Third-party attestations are issued monthly and published on this site, where your risk team can read them."
      }
    }
  },
  "Steps": {
    "title": "How it works",
    "intro": "From the first conversation to the metal itself.",
    "cards": {
      "onboard": {
        "title": "Onboard and integrate",
        "body": "Your institution completes institutional KYC, and your developers connect to the REST API with our SDKs and webhooks."
      },
      "trade": {
        "title": "Trade and settle",
        "body": "You buy and sell gold and silver tokens 24/7/365, in whole or fractional ounces, with fast settlement."
      },
      "hold": {
        "title": "Hold tokenized assets",
        "body": "Your tokens are held through a multi-party-computation custody provider, while the metal that backs them stays in the vault."
      },
      "verify": {
        "title": "Verify and redeem",
        "body": "You read the monthly third-party attestations, and ask the institutional team for physical delivery or redemption at any time."
      }
    }
  },
  "Testimonial": {
    "heading": "What partners say",
    "quote": "Our committee wanted metal it could account for ounce by ounce. Each token stands for one troy ounce in a vault, and every month a third party reports on it.",
    "role": "Head of Treasury",
    "institution": "North American trust company"
  },
  "HomeFaq": {
    "title": "Questions institutions ask",
    "intro": "The company, access to the platform and the metal.",
    "items": {
      "eligibility": {
        "question": "Who can become a client?",
        "answer": "Institutions only: banks, custodians, brokerages, hedge funds, trust companies, family offices, registered investment advisers and large institutional buyers. Retail investors are not served on this platform; they can visit <shop>the online shop</shop>."
      },
      "vaults": {
        "question": "Where is the metal held?",
        "answer": "In government mint and exchange-approved vaults. Each token in circulation is backed 1:1 by one troy ounce of fine gold or silver held there. Your due-diligence questions about storage go to <contact>the institutional team</contact>."
      },
      "attestations": {
        "question": "How is the backing attested?",
        "answer": "A third party attests to the backing every month. The reports are listed on <attestations>the attestations page</attestations>, each with its month and a link to its file."
      },
      "retirementCustodians": {
        "question": "Do you work with IRA and RRSP custodians?",
        "answer": "Yes. Custodians, including IRA and RRSP custodians, are among the institutions the platform is built for. Whether a given account may hold the tokens is for the custodian and its own advisers to determine; we give no tax or legal advice."
      },
      "onboarding": {
        "question": "How does onboarding work?",
        "answer": "It begins with a conversation with <contact>the institutional team</contact>. Your institution then completes institutional KYC and integrates the API. From there you trade and settle, hold tokenized metal, and verify or redeem it."
      },
      "fees": {
        "question": "What are the fees?",
        "answer": "Fees are not published. Please <contact>contact our sales team</contact> with a short description of your institution and of the use you have in mind."
      },
      "company": {
        "question": "Who stands behind ?",
        "answer": " has worked in precious metals since , which is more than 45 years. It has offices in Montreal and New York.  is its platform for institutions, described on <product>the product page</product>."
      }
    }
  },
  "CallToAction": {
    "title": "Begin with a conversation",
    "body": "Tell us what your institution does and what you would like to offer or hold. The institutional team will answer during regular business hours.",
    "contact": "Contact our team"
  },
  "ProductHero": {
    "eyebrow": " ",
    "title": "Tokenized gold and silver, backed 1:1",
    "body": "Each token represents one troy ounce of fine metal, held in government mint and exchange-approved vaults. It follows the ERC-3643 standard on a Polygon chain and connects to your systems by API.",
    "contact": "Contact our team",
    "attestations": "Read the attestations"
  },
  "EnterpriseFeatures": {
    "title": "Built for institutional systems",
    "intro": "What your technology, compliance and operations teams will ask about first.",
    "cards": {
      "api": {
        "title": "REST API, webhooks and SDKs",
        "body": "Your systems call the platform through a REST API and learn of events by webhook. SDKs shorten the work of your developers."
      },
      "compliance": {
        "title": "KYC/AML compliance",
        "body": "Know-your-customer and anti-money-laundering compliance is part of the platform, beginning with institutional KYC at onboarding."
      },
      "permissionedTransfer": {
        "title": "Permissioned transfer",
        "body": "Under ERC-3643 a token moves only between holders whose identity and eligibility have been established."
      },
      "custody": {
        "title": "MPC custody",
        "body": "Custody is through a multi-party-computation provider. Signing authority is divided, and no complete key lies in one place."
      },
      "availability": {
        "title": "Trading 24/7/365",
        "body": "Trading does not stop at night, on weekends or on public holidays. It is open to fractions of an ounce, with no minimum size."
      },
      "attestations": {
        "title": "Third-party attestations",
        "body": "Every month a third party attests to the metal behind the tokens. The reports are published on the attestations page."
      }
    }
  },
  "Metals": {
    "title": "Supported metals",
    "intro": "Two metals, one set of terms.",
    "caption": ": properties of the gold and silver tokens",
    "property": "Property",
    "gold": "Gold",
    "silver": "Silver",
    "rows": {
      "unit": {
        "label": "Unit",
        "gold": "1 fine troy ounce (31.1034768 g)",
        "silver": "1 fine troy ounce (31.1034768 g)"
      },
      "backing": {
        "label": "Backing",
        "gold": "1:1, physical gold",
        "silver": "1:1, physical silver"
      },
      "standard": {
        "label": "Token standard",
        "gold": "ERC-3643",
        "silver": "ERC-3643"
      },
      "chain": {
        "label": "Chain",
        "gold": "Polygon",
        "silver": "Polygon"
      },
      "custody": {
        "label": "Token custody",
        "gold": "Multi-party computation (MPC)",
        "silver": "Multi-party computation (MPC)"
      },
      "vaults": {
        "label": "Vaults",
        "gold": "Government mint and exchange-approved vaults",
        "silver": "Government mint and exchange-approved vaults"
      },
      "trading": {
        "label": "Trading",
        "gold": "24/7/365",
        "silver": "24/7/365"
      },
      "minimum": {
        "label": "Minimum trade",
        "gold": "No minimum; fractional ounces",
        "silver": "No minimum; fractional ounces"
      },
      "redemption": {
        "label": "Delivery or redemption",
        "gold": "At any time, through the institutional team",
        "silver": "At any time, through the institutional team"
      },
      "attestations": {
        "label": "Attestations",
        "gold": "Monthly, third party",
        "silver": "Monthly, third party"
      }
    }
  },
  "ProductAbout": {
    "title": "About ",
    "body1": " turns an ounce in a vault into an entry your systems can hold, transfer and report. The metal does not change place when the token changes hands, and the number of tokens is matched 1:1 by ounces of fine metal.",
    "body2": "It is the work of a company that has dealt in precious metals since . Third-party reports appear every month on <attestations>the attestations page</attestations>, and <contact>the institutional team</contact> in Montreal and New York answers questions about integration, fees and delivery.",
    "roadmapTitle": "Roadmap",
    "roadmap": "Platinum and palladium are under review. They are not yet supported."
  },
  "KeyFeatures": {
    "title": "Key features",
    "intro": "The terms on which the tokens are issued, traded and redeemed.",
    "cards": {
      "exactUnit": {
        "title": "An exact unit",
        "body": "One token represents one troy ounce of fine gold or silver: 31.1034768 g, neither a basket nor an index."
      },
      "fullBacking": {
        "title": "Backed 1:1",
        "body": "For each token there is one ounce of metal, held in government mint and exchange-approved vaults."
      },
      "anySize": {
        "title": "Any size of trade",
        "body": "A client may buy a fraction of an ounce or a great many ounces. No minimum trade size applies to either metal."
      },
      "settlement": {
        "title": "Fast settlement",
        "body": "Tokens settle fast on a Polygon chain. Metal does not have to be moved, weighed or recounted for a trade to complete."
      },
      "redemption": {
        "title": "Redeemable in metal",
        "body": "A token is a way to hold metal, and a way back to it: ask the institutional team at any time for delivery or redemption."
      },
      "institutionalTeam": {
        "title": "An institutional team",
        "body": "People in Montreal and New York take your call during regular business hours, on lines for North America and worldwide."
      }
    }
  },
  "Differentiators": {
    "title": "Rethinking how metal is held",
    "intro": "How institutions have commonly held and handled metal, and how  does it.",
    "cards": {
      "priceExposure": {
        "title": "Metal, beyond price exposure",
        "body": "Many instruments track the price of a metal. With , each token is backed 1:1 by an ounce of it, and delivery can be requested."
      },
      "fixedBars": {
        "title": "Ounces, not bar sizes",
        "body": "Bars come in fixed weights, and positions are rounded to fit.  divides the ounce, so the position is the one intended."
      },
      "dealingHours": {
        "title": "Every hour, every day",
        "body": "Bullion desks commonly keep office hours and observe holidays.  trades 24/7/365."
      },
      "paperTransfer": {
        "title": "Transfer with rules built in",
        "body": "Title often passes by letter and ledger, with eligibility checked by hand. Under ERC-3643 the token itself carries those checks."
      },
      "ownStatements": {
        "title": "Attested by third parties",
        "body": "A holding is often evidenced only by the statement of the party that keeps it.  adds third-party attestations, monthly."
      },
      "manualProcesses": {
        "title": "An API, not paperwork",
        "body": "Orders in metal still travel by phone, email and spreadsheet.  connects by REST API and notifies your systems by webhook."
      }
    }
  },
  "ProductFaq": {
    "title": " in detail",
    "intro": "The token, the market and the connection to your systems.",
    "items": {
      "oneToken": {
        "question": "What does one token represent?",
        "answer": "One troy ounce of fine gold or fine silver, which is 31.1034768 g. The token is backed 1:1 by physical metal held in a vault. Gold and silver are separate tokens."
      },
      "redemption": {
        "question": "Can we take physical delivery?",
        "answer": "Yes. Physical delivery or redemption can be requested at any time through the institutional team. <contact>Write to the team</contact> with the metal, the quantity and the destination you have in mind."
      },
      "integration": {
        "question": "How do we integrate with our systems?",
        "answer": "Through a REST API, with webhooks that notify your systems and SDKs for your developers. Integration is part of the first onboarding step, alongside institutional KYC. For technical documents, <contact>contact the institutional team</contact>."
      },
      "minimumTrade": {
        "question": "Is there a minimum trade size?",
        "answer": "No. There is no minimum trade size in gold or in silver. Positions may be taken in fractions of a troy ounce."
      },
      "tradingHours": {
        "question": "When can we trade?",
        "answer": "At any time: trading is open 24/7/365, weekends and public holidays included. The institutional team supports you by phone during regular business hours."
      },
      "tokenStandard": {
        "question": "Why ERC-3643, and on which chain?",
        "answer": "ERC-3643 is a token standard for permissioned assets: it ties a transfer to the identity and eligibility of the holders. It suits institutions that must know who holds an asset. The tokens are issued on a Polygon chain."
      },
      "keyCustody": {
        "question": "Who holds the tokens and the keys?",
        "answer": "Custody is through a provider that uses multi-party computation (MPC). In MPC, several parties each hold a share of a signing key and sign together; the complete key is not assembled in one place."
      },
      "kycAml": {
        "question": "How are KYC and AML handled?",
        "answer": "Institutional KYC is completed at onboarding. The platform is built for KYC/AML compliance, and the ERC-3643 standard lets eligibility be checked when a token is transferred. <contact>The institutional team</contact> will tell you what your file should contain."
      },
      "otherMetals": {
        "question": "Are platinum and palladium supported?",
        "answer": "Not yet. Platinum and palladium are on the roadmap and under review. The supported metals are gold and silver."
      }
    }
  },
  "ProductCallToAction": {
    "title": "Examine  with us",
    "body": "Bring your technology, compliance and treasury questions. The institutional team will go through the token, the vaults, the API and the fees with you.",
    "contact": "Speak with the team"
  },
  "Contact": {
    "title": "Contact the institutional team",
    "intro": "Write to us about holding, trading or offering tokenized gold and silver, about integration, or about fees. You may also call us.",
    "institutionsOnly": "This platform is for institutional clients only.",
    "retail": "Are you a private investor? Please visit <shop>the online shop</shop>, which is separate from this platform.",
    "phoneHeading": "Phone",
    "hours": "Support during regular business hours",
    "phoneNorthAmerica": "USA/Canada",
    "phoneWorldwide": "Worldwide",
    "emailHeading": "Email",
    "officesHeading": "Offices"
  },
  "ContactForm": {
    "legend": "Send a message",
    "name": "Full name",
    "email": "Work email",
    "company": "Company name",
    "phone": "Phone number",
    "message": "Message",
    "messagePlaceholder": "Your institution, the metals that interest you and the use you have in mind",
    "requiredHint": "Fields marked * are required.",
    "honeypot": "Leave this field empty",
    "submit": "Send message",
    "submitting": "Sending...",
    "success": "Thank you! We'll be in touch shortly.",
    "error": "Failed to send message. Please try again.",
    "retry": "Try again",
    "summaryTitle": "{count, plural, one {There is a problem with # field} other {There is a problem with # fields}}",
    "privacy": "We use these details only to answer your inquiry.",
    "errors": {
      "name": {
        "required": "Enter your full name.",
        "too_long": "Your name must be {max, number} characters or fewer."
      },
      "email": {
        "required": "Enter your work email.",
        "invalid_email": "Enter a valid email address, such as name@company.com.",
        "too_long": "Your email address must be {max, number} characters or fewer."
      },
      "company": {
        "required": "Enter your company name.",
        "too_long": "The company name must be {max, number} characters or fewer."
      },
      "phone": {
        "required": "Enter your phone number.",
        "invalid_phone": "Enter a valid phone number, with its country code if outside North America.",
        "too_long": "The phone number must be {max, number} characters or fewer."
      },
      "message": {
        "required": "Enter your message.",
        "too_long": "Your message must be {max, number} characters or fewer."
      }
    },
    "problems": {
      "rate_limited": "Too many messages have been sent. Please try again in {minutes, plural, one {# minute} other {# minutes}}.",
      "unavailable": "Our system is temporarily unavailable and your message was not saved. What you typed is still here. Please try again shortly, or call us.",
      "offline": "There is no connection. Nothing you typed is lost: send the message again once you are back online.",
      "too_large": "Your message is too large to send. Please shorten it and try again.",
      "forbidden": "This message was sent from another site and was not accepted. Please send it from this page.",
      "unexpected": "We could not confirm that your message was received. What you typed is still here. Please try again."
    },
    "receiptTitle": "Message received",
    "receiptBody": "Your reference number is {reference}. The institutional team answers during regular business hours.",
    "another": "Send another message"
  },
  "NotFound": {
    "code": "404",
    "title": "Page Not Found",
    "message": "The page you're looking for doesn't exist or has been moved.",
    "note": "Our older products have been consolidated into  .",
    "home": "Home",
    "product": "",
    "contact": "Contact"
  },
  "Attestations": {
    "title": "Monthly attestations",
    "intro": "Every month a third party attests to the physical gold and silver behind the tokens. The reports are listed here by month, each with a link to its file.",
    "empty": "Attestation reports are coming soon."
  },
  "Errors": {
    "title": "Something went wrong",
    "body": "This page could not be shown because of a fault on our side. Please try again; if it persists, call the institutional team.",
    "retry": "Try again"
  },
  "Chat": {
    "title": "Institutional assistant",
    "open": "Open the institutional assistant",
    "badge": "AI",
    "close": "Close the assistant",
    "automated": "Automated assistant, not a person",
    "greeting": "Hello. I am the automated assistant of . I answer from what this site says about . What would you like to know?",
    "starters": {
      "backing": "How is the backing attested?",
      "delivery": "Can we take physical delivery?",
      "integration": "How do we integrate with our systems?",
      "fees": "What are the fees?"
    },
    "startersLabel": "Suggested questions",
    "disclaimerTitle": "About this assistant",
    "disclaimer": "You are talking to an automated system. It may give inaccurate information: please verify anything that matters with the institutional team. Nothing it says is an offer or advice. Messages are kept for 30 days at most. Please do not enter personal or confidential data.",
    "messages": "Conversation",
    "you": "You",
    "assistant": "Assistant",
    "typing": "The assistant is writing",
    "composer": "Your question",
    "placeholder": "Ask a question",
    "send": "Send",
    "stop": "Stop",
    "stopped": "You stopped this answer.",
    "retry": "Try again",
    "copy": "Copy the answer",
    "copied": "Copied",
    "download": "Download the transcript",
    "transcriptFile": "conversation",
    "restart": "Start New Conversation",
    "sources": "Source:",
    "newTab": "opens in a new tab",
    "visitShop": "Visit Shop",
    "viewPrices": "View Prices",
    "contactPrompt": "Would you like to speak with the institutional team?",
    "contact": "Contact Us",
    "carry": "Copy this conversation into the message",
    "carried": "My conversation with the assistant:",
    "apology": "I am having trouble connecting. Please try again, or write to us at {email}.",
    "apologyPlain": "I am having trouble connecting. Please try again, or write to the email address shown on the contact page.",
    "rateLimited": "That is a lot of questions in a short time. Please try again in {seconds, plural, one {# second} other {# seconds}}.",
    "characters": "{count, number} of {max, number} characters",
    "answers": {
      "hello": "Hello. I can tell you about the tokens, the vaults, attestations, custody, integration, onboarding and delivery. What would you like to know?",
      "thanks": "You are welcome. Is there anything else you would like to know?",
      "bye": "Thank you for your visit. The institutional team is there whenever you need it.",
      "who": "I am an automated assistant, not a person. I answer from what this site says. For a person, please contact the institutional team.",
      "help": "I answer questions about the tokens and the metal behind them: backing, vaults, attestations, custody, trading, settlement, integration, KYC/AML, onboarding and physical delivery. For everything else, the institutional team is there.",
      "unknown": "This site does not say, so I cannot answer that. The institutional team can: please use the contact form.",
      "suggest": "I am not sure that I understood. Did you mean one of these questions?",
      "prices": "I do not quote prices. Current metal prices are shown on our price page."
    },
    "pricesTitle": "Metal prices"
  }
}

export default messages
