! a_type_whose_name_has_one_letter_more_than_views_of_needs says: :3: .* has more than 54 characters
module m
  type a_type_whose_name_has_one_letter_more_than_views_of_needs
    real :: a(3)
  end type
end module
